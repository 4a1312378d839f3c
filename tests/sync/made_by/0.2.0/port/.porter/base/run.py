import os
import subprocess

os.environ["CUDA_VISIBLE_DEVICES"] = "0"
print(subprocess.run(["./sum"], capture_output=True, text=True, check=True).stdout)
